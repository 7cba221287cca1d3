package dev.agenthost.context.eventlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.topic.ConversationKey;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ConversationRefTest {
    private static final EventId EVENT = new EventId(new UUID(1, 2));

    // Lone surrogates are no text, and no adapter can send one as UTF-8.
    @Property(tries = 300)
    void isParsedFromItsKey(@ForAll String workspace, @ForAll String conversation, @ForAll String thread) {
        ConversationRef ref = new ConversationRef(valid(workspace), "b/+%", valid(conversation), valid(thread));

        ConversationKey key =
                ConversationKey.of(ref.workspaceId(), ref.botId(), ref.conversationId(), ref.threadId(), EVENT);

        assertThat(ConversationRef.of(key)).contains(ref);
    }

    @Test
    void anEventOutsideAnyConversationHasNoConversation() {
        assertThat(ConversationRef.of(ConversationKey.of("w", "b", null, null, EVENT)))
                .isEmpty();
        assertThat(ConversationRef.of(new ConversationKey("w/b/%zz/"))).isEmpty();
    }

    private static String valid(String text) {
        return new String(
                text.getBytes(java.nio.charset.StandardCharsets.UTF_8), java.nio.charset.StandardCharsets.UTF_8);
    }
}
