/** What a run may ask of its host, by subject. */
@NullMarked
package dev.agenthost.sdk.host;

import org.jspecify.annotations.NullMarked;
