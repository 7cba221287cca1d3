/** Which agents there are, as the plugin's operator says. */
@NullMarked
package dev.agenthost.runners.acpagent.profile;

import org.jspecify.annotations.NullMarked;
