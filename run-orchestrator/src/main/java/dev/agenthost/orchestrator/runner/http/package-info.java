/** The runners, for people. */
@NullMarked
package dev.agenthost.orchestrator.runner.http;

import org.jspecify.annotations.NullMarked;
