/** What all lists refuse. */
@NullMarked
package dev.agenthost.door.page.http;

import org.jspecify.annotations.NullMarked;
