package dev.agenthost.context.state;

/**
 * A value as it is kept.
 *
 * @param etag SHA-256 of its bytes, in hexadecimal
 */
public record StoredValue(byte[] bytes, String etag) {}
