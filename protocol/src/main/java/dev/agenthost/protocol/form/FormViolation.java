package dev.agenthost.protocol.form;

/**
 * One violation of a form by a configuration.
 *
 * @param field path within the configuration, for instance {@code model.primary}
 * @param why continues the sentence after the field's name; repeats no value
 */
public record FormViolation(String field, String why) {}
