/** What there is to do and how far behind the stages are, from the numbers that the services show. */
@NullMarked
package dev.agenthost.local.work;

import org.jspecify.annotations.NullMarked;
