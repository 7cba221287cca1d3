package dev.agenthost.orchestrator.result;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes encoded results as one record, just as {@link ProtocolCodec} writes a {@code RunResults}. */
final class RecordWriter {
    private static final String SOURCE = "run-orchestrator";
    private static final byte[] TAIL = "]}".getBytes(StandardCharsets.UTF_8);

    private final StreamAddress address;
    private final byte[] head;

    RecordWriter(StreamAddress address) {
        this.address = address;
        this.head = ("{\"run_id\":\"" + address.key().runId() + "\",\"attempt\":" + address.attempt()
                        + ",\"workspace_id\":"
                        + quoted(address.key().workspaceId()) + ",\"conversation_key\":"
                        + quoted(address.conversationKey()) + ",\"results\":[")
                .getBytes(StandardCharsets.UTF_8);
    }

    ResultRecord write(List<EncodedResult> results, boolean ends, Instant now) {
        int size = head.length + TAIL.length;
        boolean deltasOnly = true;
        for (EncodedResult result : results) {
            size += result.size();
            deltasOnly &= result.isDelta();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(size);
        out.writeBytes(head);
        for (int i = 0; i < results.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            out.writeBytes(results.get(i).json());
        }
        out.writeBytes(TAIL);
        return new ResultRecord(
                address.key(),
                address.conversationKey(),
                results.getFirst().isStart(),
                ends,
                out.toByteArray(),
                headers(results.getFirst().sequence(), deltasOnly, now));
    }

    private Map<String, String> headers(long first, boolean deltasOnly, Instant now) {
        String run = address.key().runId().toString();
        String span = run.replace("-", "").substring(0, 16);
        Map<String, String> headers = new LinkedHashMap<>(CloudEventHeaders.of(
                CloudEventHeaders.RESULTS_TYPE,
                run + "/" + address.attempt() + "/" + first,
                SOURCE,
                now,
                address.key().workspaceId(),
                "00-" + address.traceId() + "-" + span + "-01"));
        if (deltasOnly) {
            headers.put(CloudEventHeaders.DELTAS_ONLY, "true");
        }
        return headers;
    }

    private static String quoted(String text) {
        return new String(ProtocolCodec.encode(text), StandardCharsets.UTF_8);
    }
}
