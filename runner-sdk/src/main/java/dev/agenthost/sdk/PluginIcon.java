package dev.agenthost.sdk;

import dev.agenthost.protocol.error.Fields;

/**
 * The picture of a plugin, which the host shows to people beside its runners.
 *
 * @param mimeType of the bytes, for instance {@code image/png}
 * @param bytes Agent Host shows png, jpeg, gif and webp of at most 64 KiB, and nothing else
 */
public record PluginIcon(String mimeType, byte[] bytes) {
    public PluginIcon {
        Fields.text(mimeType, "mime_type");
        bytes = bytes.clone();
    }

    @Override
    public byte[] bytes() {
        return bytes.clone();
    }
}
