/** What shows the OpenAPI documents of all services to a person. */
@NullMarked
package dev.agenthost.delivery.docs;

import org.jspecify.annotations.NullMarked;
