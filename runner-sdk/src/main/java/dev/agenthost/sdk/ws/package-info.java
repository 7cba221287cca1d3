/** LangBot's plugin wire, the plugin's side, in the direct arrangement. Nothing here is for authors of runners. */
@NullMarked
package dev.agenthost.sdk.ws;

import org.jspecify.annotations.NullMarked;
