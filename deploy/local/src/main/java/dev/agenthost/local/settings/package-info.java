/** What each process is started with, worked out from ports and keys. */
@NullMarked
package dev.agenthost.local.settings;

import org.jspecify.annotations.NullMarked;
