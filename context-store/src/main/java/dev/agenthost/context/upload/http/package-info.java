/** Uploads by the tus protocol. */
@NullMarked
package dev.agenthost.context.upload.http;

import org.jspecify.annotations.NullMarked;
