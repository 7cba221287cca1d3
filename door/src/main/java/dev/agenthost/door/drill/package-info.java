/** Where a test may kill the process. */
@NullMarked
package dev.agenthost.door.drill;

import org.jspecify.annotations.NullMarked;
