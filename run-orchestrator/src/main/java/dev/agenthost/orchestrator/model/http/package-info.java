/** The catalogue of models by REST. */
@NullMarked
package dev.agenthost.orchestrator.model.http;

import org.jspecify.annotations.NullMarked;
