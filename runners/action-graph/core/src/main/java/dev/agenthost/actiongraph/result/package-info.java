/**
 * Results of actions, and the parts of them that a model sees.
 *
 * <pre>
 * ActionResult + ActionPolicies + ResultLimits ──ResultPresenter──▶ ActionObservation
 * </pre>
 */
@NullMarked
package dev.agenthost.actiongraph.result;

import org.jspecify.annotations.NullMarked;
