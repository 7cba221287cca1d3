/** What every change has in common: who, which version, the audit. */
@NullMarked
package dev.agenthost.binding.change;

import org.jspecify.annotations.NullMarked;
