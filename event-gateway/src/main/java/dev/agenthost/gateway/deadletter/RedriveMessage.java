package dev.agenthost.gateway.deadletter;

import dev.agenthost.gateway.deadletter.DeadLetterContent.HeaderValue;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.RedriveHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A record as it goes back: key, value, partition and headers of the original, without the headers of the dead letter and with
 * those of the redrive.
 *
 * @param source the dead letter
 */
public record RedriveMessage(
        RecordPosition source,
        String topic,
        int partition,
        List<HeaderValue> headers,
        byte @Nullable [] key,
        byte @Nullable [] value) {
    private static final Set<String> DROPPED = Set.of(
            DeadLetterHeaders.REASON,
            DeadLetterHeaders.DETAIL,
            DeadLetterHeaders.TOPIC,
            DeadLetterHeaders.PARTITION,
            DeadLetterHeaders.OFFSET,
            RedriveHeaders.FROM,
            RedriveHeaders.COUNT);

    static RedriveMessage of(DeadLetterContent content, RecordPosition origin) {
        List<HeaderValue> headers = new ArrayList<>();
        for (HeaderValue header : content.headers()) {
            if (!DROPPED.contains(header.name())) {
                headers.add(header);
            }
        }
        RecordPosition source = content.record().position();
        headers.add(text(RedriveHeaders.FROM, source.toString()));
        headers.add(text(RedriveHeaders.COUNT, Integer.toString(content.record().redriveCount() + 1)));
        return new RedriveMessage(
                source, origin.topic(), origin.partition(), List.copyOf(headers), content.key(), content.value());
    }

    private static HeaderValue text(String name, String value) {
        return new HeaderValue(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
