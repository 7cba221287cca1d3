/** What runs have said, result by result. */
@NullMarked
package dev.agenthost.context.results;

import org.jspecify.annotations.NullMarked;
