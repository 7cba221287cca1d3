package dev.agenthost.platform.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jboss.logging.Logger;

/**
 * Creates a missing dead-letter topic if the broker permits it. Operators create the topics of adapters by hand, and one unreadable record
 * must not hold up its partition because the second topic was forgotten.
 */
class DeadLetterTopicCreator {
    private static final Logger LOG = Logger.getLogger(DeadLetterTopicCreator.class);
    private static final int TIMEOUT_MILLIS = 5_000;

    private final Map<String, Object> settings;
    private final Set<String> existing = ConcurrentHashMap.newKeySet();

    /** @param broker the client settings of Kafka */
    DeadLetterTopicCreator(Map<String, Object> broker) {
        settings = new HashMap<>(broker);
        settings.keySet().retainAll(AdminClientConfig.configNames());
        settings.put(AdminClientConfig.CLIENT_ID_CONFIG, "agenthost-dead-letter-topics");
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    }

    /**
     * Returns when the topic exists, or its existence cannot be determined: then sending decides.
     *
     * @throws UnknownTopicOrPartitionException if the topic is missing and cannot be created
     */
    void ensure(String topic) throws InterruptedException {
        if (existing.contains(topic)) {
            return;
        }
        // A short-lived client: most processes never dead-letter a record.
        Admin admin = Admin.create(settings);
        try {
            if (!exists(admin, topic)) {
                create(admin, topic);
            }
            existing.add(topic);
        } catch (ExecutionException e) {
            LOG.debugf("topic %s cannot be described: %s", topic, e.getCause());
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    /** Checks the topic again at the next letter: it may have been deleted. */
    void forget(String topic) {
        existing.remove(topic);
    }

    private static boolean exists(Admin admin, String topic) throws ExecutionException, InterruptedException {
        try {
            admin.describeTopics(List.of(topic)).allTopicNames().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }

    private static void create(Admin admin, String topic) throws InterruptedException {
        try {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.empty())))
                    .all()
                    .get();
            LOG.infof("created the dead-letter topic %s", topic);
        } catch (ExecutionException e) {
            // Another replica, or an operator, may have created it first.
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new UnknownTopicOrPartitionException(
                        "topic " + topic + " does not exist and cannot be created", e.getCause());
            }
        }
    }
}
