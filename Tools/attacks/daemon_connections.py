def connections(place, random, number):
    return "later"
