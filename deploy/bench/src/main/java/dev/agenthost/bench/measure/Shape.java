package dev.agenthost.bench.measure;

import dev.agenthost.bench.measure.TopicSizes.PerThing;
import dev.agenthost.protocol.topic.Topics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The records of one run, on average.
 *
 * @param topics by topic
 */
record Shape(Map<String, PerThing> topics) {
    static final List<String> WALK =
            List.of(Topics.EVENTS, Topics.RUN_REQUESTS, Topics.RUN_RESULTS, Topics.AUDIT, Topics.DELIVERY_RECEIPTS);

    Shape {
        topics = Map.copyOf(topics);
    }

    static Shape between(Map<String, TopicSizes.Size> before, Map<String, TopicSizes.Size> after, int runs) {
        var topics = new LinkedHashMap<String, PerThing>();
        for (var topic : WALK) {
            topics.put(topic, size(after, topic).since(size(before, topic), runs));
        }
        return new Shape(topics);
    }

    private static TopicSizes.Size size(Map<String, TopicSizes.Size> sizes, String topic) {
        return sizes.getOrDefault(topic, new TopicSizes.Size(0, 0));
    }

    PerThing of(String topic) {
        return topics.getOrDefault(topic, new PerThing(0, 0));
    }

    /** In whole records. */
    int records(String topic) {
        return (int) Math.round(of(topic).records());
    }

    int bytes(String topic) {
        return of(topic).bytes();
    }
}
