/** The address of the page that shows the OpenAPI documents. */
@NullMarked
package dev.agenthost.delivery.docs.http;

import org.jspecify.annotations.NullMarked;
