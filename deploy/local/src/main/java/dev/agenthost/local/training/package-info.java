/** How those caches are made: by a box that is started once, for that. */
@NullMarked
package dev.agenthost.local.training;

import org.jspecify.annotations.NullMarked;
