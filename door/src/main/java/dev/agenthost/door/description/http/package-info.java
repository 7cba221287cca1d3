/** The house's part of each service's OpenAPI document, added while the service is built. */
@NullMarked
package dev.agenthost.door.description.http;

import org.jspecify.annotations.NullMarked;
