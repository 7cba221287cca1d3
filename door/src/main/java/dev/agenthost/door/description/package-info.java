/** What the OpenAPI documents of all services have in common. */
@NullMarked
package dev.agenthost.door.description;

import org.jspecify.annotations.NullMarked;
