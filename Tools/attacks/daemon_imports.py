def imports(place, random, number):
    return "later"
