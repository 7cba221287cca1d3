/** How people keep a catalogue. */
@NullMarked
package dev.agenthost.orchestrator.catalogue.http;

import org.jspecify.annotations.NullMarked;
