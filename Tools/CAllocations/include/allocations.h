#ifndef TRELLIS_ALLOCATIONS_H
#define TRELLIS_ALLOCATIONS_H

/// Starts to count the allocations of the process, on all threads.
void allocations_begin(void);

/// Stops counting and returns the number of allocations.
long allocations_end(void);


/// The number of bytes that the program has allocated and not freed.
unsigned long allocated_bytes(void);

#endif
