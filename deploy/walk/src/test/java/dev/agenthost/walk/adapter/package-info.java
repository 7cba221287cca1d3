/** Adapters: one made with the CloudEvents SDK, and those that the guide prints. */
@NullMarked
package dev.agenthost.walk.adapter;

import org.jspecify.annotations.NullMarked;
