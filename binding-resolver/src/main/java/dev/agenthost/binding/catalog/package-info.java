/** All bindings in memory, at one revision, and how a replica follows the changes. */
@NullMarked
package dev.agenthost.binding.catalog;

import org.jspecify.annotations.NullMarked;
