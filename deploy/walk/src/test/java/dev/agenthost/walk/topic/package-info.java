/** Every record of every topic, compared with what docs/asyncapi.yaml says of it. */
@NullMarked
package dev.agenthost.walk.topic;

import org.jspecify.annotations.NullMarked;
