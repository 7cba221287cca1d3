/** What people and runners change here, for the audit. */
@NullMarked
package dev.agenthost.context.change;

import org.jspecify.annotations.NullMarked;
