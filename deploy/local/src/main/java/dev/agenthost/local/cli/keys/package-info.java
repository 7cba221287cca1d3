/** Keys of the running box, by REST. */
@NullMarked
package dev.agenthost.local.cli.keys;

import org.jspecify.annotations.NullMarked;
