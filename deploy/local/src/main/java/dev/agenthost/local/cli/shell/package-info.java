/** What every command knows. */
@NullMarked
package dev.agenthost.local.cli.shell;

import org.jspecify.annotations.NullMarked;
