/** LangBot's plugin wire, the plugin's side, in the direct arrangement. No type of this package is for authors of runners. */
@NullMarked
package dev.agenthost.sdk.ws;

import org.jspecify.annotations.NullMarked;
