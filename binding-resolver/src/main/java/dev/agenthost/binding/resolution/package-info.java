/** Which binding answers an event, and the ledger of all resolutions. */
@NullMarked
package dev.agenthost.binding.resolution;

import org.jspecify.annotations.NullMarked;
