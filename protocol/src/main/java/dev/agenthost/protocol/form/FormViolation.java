package dev.agenthost.protocol.form;

/**
 * What of a configuration does not fit its form.
 *
 * @param field path within the configuration, for instance {@code model.primary}
 * @param why goes on after the field's name, and repeats no value
 */
public record FormViolation(String field, String why) {}
