package dev.agenthost.actiongraph.result;

/**
 * The reason why an action failed or is blocked.
 *
 * @param code stable code, such as {@code tool.failed}
 * @param message one sentence with the remedy; it may quote the executor, so it has the visibility of the result
 */
public record ActionFailure(String code, String message) {}
