package dev.agenthost.context.state;

/**
 * A stored value.
 *
 * @param etag SHA-256 of its bytes, in hexadecimal
 */
public record StoredValue(byte[] bytes, String etag) {}
