#ifndef TRELLIS_ALLOCATIONS_H
#define TRELLIS_ALLOCATIONS_H

/// Counts, from now on, every allocation of the process, on all threads.
void allocations_begin(void);

/// Stops counting; answers how many there were.
long allocations_end(void);


/// Bytes that the program has allocated and not given back.
unsigned long allocated_bytes(void);

#endif
