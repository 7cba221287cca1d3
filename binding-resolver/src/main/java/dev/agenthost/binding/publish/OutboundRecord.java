package dev.agenthost.binding.publish;

import java.util.Map;

/** A record as it goes out, complete to the byte. The array is handed on, never changed. */
public record OutboundRecord(String topic, int partition, String key, byte[] value, Map<String, String> headers) {}
