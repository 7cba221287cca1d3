package dev.agenthost.protocol.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.Envelopes;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.Results;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultCodecTest {
    @Test
    void theDecodersTypesAreExactlyThePermittedOnes() {
        assertThat(ResultCodec.TYPES.values())
                .containsExactlyInAnyOrder(Arrays.stream(ResultPayload.class.getPermittedSubclasses())
                        .<Class<? extends ResultPayload>>map(type -> type.asSubclass(ResultPayload.class))
                        .toArray(Class[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'message.delta','data':{}}",
                "{'type':'message.delta'}",
                "{'type':'message.delta','data':null}",
                "{'type':'message.delta','data':[]}",
                "{'type':'message.delta','data':'x'}",
                "{'type':'message.delta','data':{'chunk':null}}",
                "{'type':'message.delta','data':{'chunk':{'content':'x'}}}",
                "{'type':'message.delta','data':{'chunk':{'role':7,'content':'x'}}}",
                "{'type':'message.delta','data':{'chunk':{'role':'assistant','content':7}}}",
                "{'type':'message.delta','data':{'chunk':{'role':'assistant','content':{'a':1}}}}",
                "{'type':'message.delta','data':{'chunk':{'role':'assistant','content':['x']}}}",
                "{'type':'message.delta','data':{'chunk':{'role':'assistant','content':'x','is_final':'true'}}}",
                "{'type':'message.delta','data':{'chunk':{'role':'assistant','content':'x','msg_sequence':1.5}}}",
                "{'type':'message.delta','data':{'chunk':{'role':'assistant','content':'x','tool_calls':{}}}}",
                "{'type':'message.completed','data':{}}",
                "{'type':'message.completed','data':{'message':'hello'}}",
                "{'type':'artifact.created','data':{}}",
                "{'type':'artifact.created','data':{'artifact_type':'file','size_bytes':'7'}}",
                "{'type':'artifact.created','data':{'artifact_type':'file','size_bytes':7.5}}",
                "{'type':'artifact.created','data':{'artifact_type':'file','size_bytes':-1}}",
                "{'type':'artifact.created','data':{'artifact_type':'file','metadata':[]}}",
                "{'type':'state.updated','data':{'scope':'conversation','key':'k'}}",
                "{'type':'state.updated','data':{'scope':'conversation','key':'','value':1}}",
                "{'type':'state.updated','data':{'scope':'conversation','key':7,'value':1}}",
                "{'type':'state.updated','data':{'scope':'workspace','key':'k','value':1}}",
                "{'type':'state.updated','data':{'scope':'binding','key':'k','value':1}}",
                "{'type':'state.updated','data':{'scope':'galaxy','key':'k','value':1}}",
                "{'type':'state.updated','data':{'scope':'CONVERSATION','key':'k','value':1}}",
                "{'type':'state.updated','data':{'scope':0,'key':'k','value':1}}",
                "{'type':'action.requested','data':{}}",
                "{'type':'action.requested','data':{'action':'a','target':'x'}}",
                "{'type':'run.completed','data':{}}",
                "{'type':'run.completed','data':{'finish_reason':7}}",
                "{'type':'run.completed','data':{'finish_reason':'stop','message':'done'}}",
                "{'type':'run.failed','data':{}}",
                "{'type':'run.failed','data':{'code':'x','error':'e'}}",
                "{'type':'run.failed','data':{'code':'x','error':'e','retryable':'no'}}",
                "{'type':'run.failed','data':{'code':'x','error':'e','retryable':0}}",
                "{'data':{}}",
                "{'type':null,'data':{}}",
                "{'type':'','data':{}}",
                "{'type':7,'data':{}}",
            })
    void refusesAStrictPayloadThatIsNotWhatItShouldBe(String frame) {
        assertThat(decode(frame))
                .isInstanceOfSatisfying(DecodeResult.Malformed.class, malformed -> assertThat(malformed.why())
                        .isNotBlank());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'tool.call.started','data':{}}",
                "{'type':'tool.call.started','data':[]}",
                "{'type':'tool.call.started','data':{'tool_call_id':7,'tool_name':null,'parameters':'x','more':1}}",
                "{'type':'tool.call.completed'}",
                "{'type':'tool.call.completed','data':{'result':'text','error':5}}",
                "{'type':'message.delta','data':{'chunk':{'role':'assistant','content':null}}}",
                "{'type':'message.delta','data':{'chunk':{'role':'assistant','content':'x','later':1},'later':2}}",
                "{'type':'message.completed','data':{'message':{'role':'assistant','content':[{'type':'text','text':'x'}]}}}",
                "{'type':'state.updated','data':{'scope':'runner','key':'k','value':null}}",
                "{'type':'state.updated','data':{'scope':'actor','key':'k','value':{'deep':[1,2.50,'x']}}}",
                "{'type':'action.requested','data':{'action':'a'}}",
                "{'type':'run.failed','data':{'code':'mine','error':'','retryable':false}}",
            })
    void takesWhatIsLenientOrOptional(String frame) {
        assertThat(decode(frame)).isInstanceOf(DecodeResult.Known.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunk", "text", "finish", "x.unknown", "Message.Delta"})
    void namesAnUnknownType(String type) {
        assertThat(decode("{'type':'" + type + "','data':{'a':1}}")).isEqualTo(new DecodeResult.Unknown(type));
    }

    @Test
    void aRefusalRepeatsNothingOfWhatWasSaid() {
        DecodeResult decoded =
                decode("{'type':'message.delta','data':{'chunk':{'role':'assistant','content':'x','msg_sequence':"
                        + "'a secret thing'}}}");
        assertThat(decoded)
                .isInstanceOfSatisfying(DecodeResult.Malformed.class, malformed -> assertThat(malformed.why())
                        .contains("chunk.msg_sequence")
                        .doesNotContain("secret"));
    }

    @ParameterizedTest
    @CsvSource({"1,1", "42,42", "0,", "-1,", "1.0,", "1.5,", "'\"1\"',", "null,", "true,", "99999999999999999999,"})
    void aSequenceThatIsNoneCountsAsAbsent(String sent, Long sequence) {
        assertThat(frame("{'type':'run.completed','sequence':" + sent + "}").sequence())
                .isEqualTo(sequence);
    }

    @Test
    void aRunIdOfAnotherTypeDoesNotPassForAnAbsentOne() {
        assertThat(frame("{'type':'x'}").runId()).isNull();
        assertThat(frame("{'type':'x','run_id':null}").runId()).isNull();
        assertThat(frame("{'type':'x','run_id':'r1'}").runId()).isEqualTo("r1");
        assertThat(frame("{'type':'x','run_id':7}").runId()).isEqualTo("7");
    }

    @Test
    void readsAnyTreeAsAFrame() {
        for (String tree : new String[] {"[]", "7", "null", "'x'", "{}", "{'usage':7,'timestamp':'now','data':7}"}) {
            assertThat(ResultCodec.decode(frame(tree))).isInstanceOf(DecodeResult.Malformed.class);
        }
    }

    @Test
    void writesWhatItReads() {
        ResultFrame frame = ResultCodec.frame(7, Results.delta("hel"), 1_795_219_976L, null);
        assertThat(frame.sequence()).isEqualTo(7);
        assertThat(frame.type()).isEqualTo("message.delta");
        assertThat(ResultCodec.decode(frame)).isEqualTo(new DecodeResult.Known(Results.delta("hel")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'message.delta','data':{'chunk':{'role':'assistant','content':'h\\u00e9 \\ud83d\\ude00','is_final':false}}}",
                "{'type':'message.completed','data':{'message':{'role':'assistant','content':[{'type':'text','text':'x'}]}}}",
                "{'type':'tool.call.started','data':{'tool_call_id':'1','tool_name':'t','parameters':{'a':[1,null]}}}",
                "{'type':'tool.call.completed','data':{'tool_call_id':'1','tool_name':'t','result':null,'error':'no'}}",
                "{'type':'artifact.created','data':{'artifact_type':'file','size_bytes':7,'metadata':{'a':null}}}",
                "{'type':'state.updated','data':{'scope':'actor','key':'k','value':1.50}}",
                "{'type':'action.requested','data':{'action':'a','target':{'b':[]},'parameters':{}}}",
                "{'type':'run.completed','data':{'finish_reason':'stop','message':{'role':'assistant','content':'x'}}}",
                "{'type':'run.failed','data':{'code':'runner.error','error':'no','retryable':true}}"
            })
    void writesItsFrameToTheByte(String frame) {
        assertThat(decode(frame)).isInstanceOfSatisfying(DecodeResult.Known.class, known -> {
            var usage =
                    ProtocolCodec.mapper().createObjectNode().put("tokens", 3).putNull("none");
            for (var charged : new ObjectNode[] {null, usage}) {
                assertThat(new String(ResultCodec.write(7, known.payload(), 1_795_219_976L, charged), UTF_8))
                        .isEqualTo(new String(
                                ProtocolCodec.encode(ResultCodec.frame(7, known.payload(), 1_795_219_976L, charged)),
                                UTF_8));
            }
        });
    }

    @Test
    void writesWhatTheHostSaysToTheByte() {
        var envelope = Envelopes.apiMessage("x");
        for (var payload : List.of(
                Results.started(Resolutions.bound(envelope)),
                RunUnanswered.of(Resolutions.bound(envelope), UnansweredReason.NO_BINDING, "for a test"))) {
            assertThat(new String(ResultCodec.write(1, payload, 5, null), UTF_8))
                    .isEqualTo(new String(ProtocolCodec.encode(ResultCodec.frame(1, payload, 5, null)), UTF_8));
        }
    }

    @Test
    void onlyTheThreeEndsAreTerminal() {
        assertThat(Results.completed().isTerminal()).isTrue();
        assertThat(Results.failed(FailureCode.HOST_LOST).isTerminal()).isTrue();
        assertThat(Results.delta("x").isTerminal()).isFalse();
        assertThat(Results.message("x").isTerminal()).isFalse();
        assertThat(Results.started(Resolutions.bound(Envelopes.apiMessage("x"))).isTerminal())
                .isFalse();
    }

    private static DecodeResult decode(String frame) {
        return ResultCodec.decode(frame(frame));
    }

    private static ResultFrame frame(String json) {
        try {
            return ResultFrame.ofWire(
                    ProtocolCodec.mapper().readTree(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
        } catch (java.io.IOException e) {
            throw new AssertionError(json, e);
        }
    }
}
