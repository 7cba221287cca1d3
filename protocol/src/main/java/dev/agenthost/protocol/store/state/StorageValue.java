package dev.agenthost.protocol.store.state;

import dev.agenthost.protocol.error.Fields;

/**
 * A stored value.
 *
 * @param valueBase64 its bytes in the standard alphabet, with padding
 * @param etag SHA-256 of its bytes, in hexadecimal
 */
public record StorageValue(String valueBase64, String etag) {
    public StorageValue {
        Fields.required(valueBase64, "value_base64");
        Fields.text(etag, "etag");
    }
}
