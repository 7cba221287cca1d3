/** Bytes that runners keep here, for their plugin or for the workspace. */
@NullMarked
package dev.agenthost.context.storage;

import org.jspecify.annotations.NullMarked;
