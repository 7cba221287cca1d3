package dev.agenthost.gateway.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every way a body can be wrong, and the field that is named. */
class RefusalsTest {

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            bot_id | {"text":"hi"}
            bot_id | {"bot_id":null,"text":"hi"}
            bot_id | {"bot_id":"","text":"hi"}
            bot_id | {"bot_id":7,"text":"hi"}
            bot_id | {"bot_id":["b"],"text":"hi"}
            bot_id | {"bot_id":"a\\nb","text":"hi"}
            bot_id | {"bot_id":"a\\u0000b","text":"hi"}
            conversation_id | {"bot_id":"b","conversation_id":" ","text":"hi"}
            conversation_id | {"bot_id":"b","conversation_id":1.5,"text":"hi"}
            thread_id | {"bot_id":"b","thread_id":{},"text":"hi"}
            event_id | {"bot_id":"b","event_id":"","text":"hi"}
            event_id | {"bot_id":"b","event_id":true,"text":"hi"}
            event_type | {"bot_id":"b","event_type":"","text":"hi"}
            event_type | {"bot_id":"b","input":{"text":"hi"}}
            event_time | {"bot_id":"b","event_time":"yesterday","text":"hi"}
            event_time | {"bot_id":"b","event_time":1795219976.5,"text":"hi"}
            source | {"bot_id":"b","source":"carrier_pigeon","text":"hi"}
            source | {"bot_id":"b","source":"API","text":"hi"}
            source | {"bot_id":"b","source":"platform","text":"hi"}
            source | {"bot_id":"b","source":"host_adapter","text":"hi"}
            source | {"bot_id":"b","source":"scheduler","text":"hi"}
            source | {"bot_id":"b","source":"system","text":"hi"}
            event_type | {"bot_id":"b","event_type":"com.telegram.chat_member"}
            event_type | {"bot_id":"b","event_type":"message.recieved","text":"hi"}
            event_type | {"bot_id":"b","event_type":"Message.Received","text":"hi"}
            event_type | {"bot_id":"b","event_type":"schedule.triggered"}
            event_type | {"bot_id":"b","event_type":"interaction.submitted"}
            event_type | {"bot_id":"b","event_type":"run.completed"}
            source_event_type | {"bot_id":"b","event_type":"platform.specific"}
            text | {"bot_id":"b"}
            text | {"bot_id":"b","text":""}
            text | {"bot_id":"b","text":7}
            text | {"bot_id":"b","text":"a\\u0000b"}
            text | {"bot_id":"b","text":"half \\ud83d a smile"}
            text | {"bot_id":"b","event_type":"message.received"}
            input | {"bot_id":"b","event_type":"message.received","text":"hi","input":{"text":"hi"}}
            input | {"bot_id":"b","event_type":"message.received","input":"hi"}
            input.text | {"bot_id":"b","event_type":"message.received","input":{"text":["hi"]}}
            input.contents[0].type | {"bot_id":"b","event_type":"message.received","input":{"contents":[{"text":"hi"}]}}
            input.contents[1].image_base64 | {"bot_id":"b","event_type":"group.member_joined","input":{"contents":[{"type":"text","text":"a"},{"type":"image_base64","image_base64":"AA=="}]}}
            input.attachments[0].content | {"bot_id":"b","event_type":"group.member_joined","input":{"attachments":[{"artifact_id":"a","content":"AA=="}]}}
            attachments | {"bot_id":"b","text":"hi","attachments":"a1"}
            attachments[0].artifact_id | {"bot_id":"b","text":"hi","attachments":[{"url":"https://x"}]}
            attachments[0].content | {"bot_id":"b","text":"hi","attachments":[{"artifact_id":"a","content":"AA=="}]}
            attachments[1].artifact_id | {"bot_id":"b","text":"hi","attachments":[{"artifact_id":"a"},{"artifact_id":""}]}
            actor | {"bot_id":"b","text":"hi","actor":"Ada"}
            actor.actor_id | {"bot_id":"b","text":"hi","actor":{"actor_id":7}}
            actor.actor_id | {"bot_id":"b","text":"hi","actor":{"actor_id":"\\u0007"}}
            actor.metadata | {"bot_id":"b","text":"hi","actor":{"actor_id":"u","metadata":[]}}
            actor.metadata.deep[0].note | {"bot_id":"b","text":"hi","actor":{"actor_id":"u","metadata":{"deep":[{"note":"\\u0000"}]}}}
            subject.subject_type | {"bot_id":"b","text":"hi","subject":{"subject_id":"m1"}}
            delivery.supports_edit | {"bot_id":"b","text":"hi","delivery":{"supports_edit":"yes"}}
            delivery.reply_target | {"bot_id":"b","text":"hi","delivery":{"surface":"s","reply_target":"chat 7"}}
            delivery.reply_target | {"bot_id":"b","text":"hi","delivery":{"surface":"s","reply_target":[7]}}
            data | {"bot_id":"b","text":"hi","data":[1]}
            data.? | {"bot_id":"b","text":"hi","data":{"a\\nstrange name":"\\u0000"}}
            data | {"bot_id":"b","text":"hi","data":{"a\\u0000b":1}}
            adapter.extra | {"bot_id":"b","text":"hi","adapter":{"extra":"x"}}
            $ | ["bot_id"]
            $ | "hello"
            $ | 7
            $ | null
            """)
    void namesTheField(String field, String body) {
        NormalizationResult answer = EventNormalizer.normalise(
                InboundMessage.bare(EventBodies.json(body), null), EventOrigin.api("red"), "x", Instant.EPOCH);

        assertThat(answer).isInstanceOfSatisfying(NormalizationResult.Refused.class, refused -> {
            assertThat(refused.field()).isEqualTo(field);
            assertThat(refused.why()).isNotBlank();
        });
    }
}
