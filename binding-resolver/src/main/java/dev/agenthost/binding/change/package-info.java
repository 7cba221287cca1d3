/** What people keep and how it changes: kinds, versions, refusals, the audit. */
@NullMarked
package dev.agenthost.binding.change;

import org.jspecify.annotations.NullMarked;
