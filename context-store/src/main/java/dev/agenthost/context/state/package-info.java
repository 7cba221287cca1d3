/** Small JSON values that runners keep here. */
@NullMarked
package dev.agenthost.context.state;

import org.jspecify.annotations.NullMarked;
