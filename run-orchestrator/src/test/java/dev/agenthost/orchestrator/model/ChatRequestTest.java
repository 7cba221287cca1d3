package dev.agenthost.orchestrator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.error.InvalidFieldException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChatRequestTest {
    private static final String HI =
            "\"messages\":[{\"role\":\"user\",\"name\":null,\"content\":\"hi\",\"tool_calls\":null}]";

    @Test
    void convertsMessagesAndToolsToTheFormatOfTheProvider() {
        assertThat(ChatRequest.of(Models.chat(), Models.json("""
                                {"messages":[
                                  {"role":"system","content":"be kind"},
                                  {"role":"user","name":"ada","content":[
                                    {"type":"text","text":"look","image_url":null},
                                    {"type":"image_url","image_url":{"url":"https://h/a.png"}},
                                    {"type":"image_base64","image_base64":"iVBORw0KGgo="},
                                    {"type":"image_base64","image_base64":"data:image/webp;base64,AA=="},
                                    {"type":"file_base64","file_name":"a.pdf","file_base64":"JVBERg=="}]},
                                  {"role":"assistant","content":null,"tool_calls":[
                                    {"id":"c1","type":"function","function":{"name":"add","arguments":"{}"}}]},
                                  {"role":"tool","tool_call_id":"c1","content":"5"}],
                                 "funcs":[{"name":"add","human_desc":"x","description":"adds","parameters":{"type":"object"}}],
                                 "extra_args":{}}"""), false)).isEqualTo(Models.json("""
                                {"model":"small-2026","messages":[
                                  {"role":"system","content":"be kind"},
                                  {"role":"user","name":"ada","content":[
                                    {"type":"text","text":"look"},
                                    {"type":"image_url","image_url":{"url":"https://h/a.png"}},
                                    {"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}},
                                    {"type":"image_url","image_url":{"url":"data:image/webp;base64,AA=="}},
                                    {"type":"file","file":{"filename":"a.pdf","file_data":"data:application/octet-stream;base64,JVBERg=="}}]},
                                  {"role":"assistant","content":null,"tool_calls":[
                                    {"id":"c1","type":"function","function":{"name":"add","arguments":"{}"}}]},
                                  {"role":"tool","tool_call_id":"c1","content":"5"}],
                                 "tools":[{"type":"function","function":{"name":"add","description":"adds","parameters":{"type":"object"}}}]}"""));
    }

    @Test
    void argumentsOfTheCallOverrideThoseOfTheModel() {
        assertThat(ChatRequest.of(
                        Models.chat("{\"temperature\":0.2,\"top_p\":0.5,\"seed\":1}"),
                        Models.json("{" + HI + ",\"extra_args\":{\"temperature\":1,\"seed\":null}}"),
                        false))
                .isEqualTo(
                        Models.json(
                                "{\"model\":\"small-2026\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"temperature\":1,\"top_p\":0.5}"));
    }

    @Test
    void aStreamRequestsUsageUnlessTheModelDisablesIt() {
        assertThat(ChatRequest.of(Models.chat(), Models.json("{" + HI + "}"), true)
                        .at("/stream_options/include_usage")
                        .booleanValue())
                .isTrue();
        assertThat(ChatRequest.of(Models.chat("{\"stream_options\":null}"), Models.json("{" + HI + "}"), true)
                        .has("stream_options"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "messages", "tools", "stream", "stream_options", "n"})
    void refusesArgumentsThatOnlyTheHostSets(String argument) {
        refused("{" + HI + ",\"extra_args\":{\"" + argument + "\":\"other\"}}", "extra_args." + argument);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|messages",
                "{'messages':[]}|messages",
                "{'messages':'hi'}|messages",
                "{'messages':['hi']}|messages[0].role",
                "{'messages':[{'role':'user','content':7}]}|messages[0].content",
                "{'messages':[{'role':'user','content':[{'type':'voice'}]}]}|messages[0].content[0].type",
                "{'messages':[{'role':'user','content':[{'type':'image_url','image_url':null}]}]}|messages[0].content[0]",
                "{'messages':[{'role':'user','content':'a','tool_calls':'x'}]}|messages[0].tool_calls",
                "{'messages':[{'role':'user','content':'a'}],'funcs':'x'}|funcs",
                "{'messages':[{'role':'user','content':'a'}],'funcs':[{}]}|funcs[0].name",
                "{'messages':[{'role':'user','content':'a'}],'extra_args':[]}|extra_args"
            })
    void whatIsWrongIsNamed(String data, String field) {
        refused(data.replace('\'', '"'), field);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'documents':['a']}|query",
                "{'query':' ','documents':['a']}|query",
                "{'query':'q'}|documents",
                "{'query':'q','documents':[]}|documents",
                "{'query':'q','documents':[7]}|documents",
                "{'query':'q','documents':['a'],'top_k':0}|top_k",
                "{'query':'q','documents':['a'],'top_k':'1'}|top_k"
            })
    void whatIsWrongWithDocumentsIsNamed(String data, String field) {
        assertThatThrownBy(() -> Rerank.request(Models.chat(), Models.json(data.replace('\'', '"'))))
                .isInstanceOfSatisfying(InvalidFieldException.class, breach -> assertThat(breach.field())
                        .isEqualTo(field));
    }

    @Test
    void returnsSortedLimitedAndUniqueDocuments() {
        assertThat(Rerank.read(Models.json("""
                                {"results":[{"index":0,"relevance_score":0.1},{"index":2,"relevance_score":0.9,"document":{}},
                                 {"index":1,"relevance_score":0.5},{"index":2,"relevance_score":0.4}]}"""), Models.json("{\"documents\":[\"a\",\"b\",\"c\"],\"top_k\":2}")))
                .hasValue((com.fasterxml.jackson.databind.node.ObjectNode)
                        com.fasterxml.jackson.databind.node.JsonNodeFactory.instance
                                .objectNode()
                                .set("results", results()));
        assertThat(Rerank.read(
                        Models.json("{\"results\":[{\"index\":3,\"relevance_score\":1}]}"),
                        Models.json("{\"documents\":[\"a\",\"b\",\"c\"]}")))
                .isEmpty();
        assertThat(Rerank.read(Models.json("{}"), Models.json("{\"documents\":[\"a\"]}")))
                .isEmpty();
    }

    private static com.fasterxml.jackson.databind.node.ArrayNode results() {
        var results = com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.arrayNode();
        results.addObject().put("index", 2).put("relevance_score", 0.9);
        results.addObject().put("index", 1).put("relevance_score", 0.5);
        return results;
    }

    private static void refused(String data, String field) {
        assertThatThrownBy(() -> ChatRequest.of(Models.chat(), Models.json(data), false))
                .isInstanceOfSatisfying(InvalidFieldException.class, breach -> assertThat(breach.field())
                        .isEqualTo(field));
    }
}
