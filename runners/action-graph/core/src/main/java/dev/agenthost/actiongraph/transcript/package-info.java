/**
 * The request to a model as a Markdown transcript (spec 001, Request Transcript).
 *
 * <pre>
 * Transcript ──DetailPlan──▶ details of each turn ──TurnText, CallText──▶ RequestText within the token budget
 * </pre>
 */
@NullMarked
package dev.agenthost.actiongraph.transcript;

import org.jspecify.annotations.NullMarked;
