package dev.agenthost.im.slack.form;

import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.UUID;

/** Questions with fields. */
final class Forms {
    static final ButtonKey KEY = new ButtonKey(new RunId(new UUID(1, 2)), 1, "t1");

    /** Each type of field, with a default or without. */
    static final InteractionRequest ORDER = read("""
            {"interaction_id":"i1","title":"Order?","description":"What you need.","fallback_text":"Reply with your order.",
             "fields":[
              {"id":"name","label":"Name","type":"text","required":true,"placeholder":"Ada"},
              {"id":"a<&>%b","label":"Note","type":"textarea","default":"urgent"},
              {"id":"count","label":"Count","type":"number","required":true,"default":2},
              {"id":"gift","label":"Gift","type":"boolean","required":true,"placeholder":"With paper"},
              {"id":"quiet","label":"Quiet","type":"boolean","default":true},
              {"id":"size","label":"Size","type":"select","required":true,
               "options":[{"value":"s","label":"Small","description":"For one"},{"value":"l & xl","label":"Large"}]},
              {"id":"color","label":"Color","type":"select","default":"red",
               "options":[{"value":"red","label":"Red"},{"value":"blue","label":"Blue"}]},
              {"id":"extras","label":"Extras","type":"multiselect","default":["bow"],
               "options":[{"value":"bow","label":"Bow"},{"value":"card","label":"Card"},{"value":"box","label":"Box"}]},
              {"id":"photo","label":"Photo","type":"file"}],
             "actions":[{"id":"later","label":"Later"},{"id":"order","label":"Order now","style":"primary"}]}""");

    private Forms() {}

    /** Returns a question with one field, given as JSON, and a title. */
    static InteractionRequest with(String title, String field) {
        return read("{\"interaction_id\":\"i1\",\"title\":\"" + title + "\",\"fallback_text\":\"f\",\"fields\":["
                + field + "]}");
    }

    static InteractionRequest read(String json) {
        try {
            return InteractionRequest.read(ProtocolCodec.readTree(json));
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e.field() + " " + e.why(), e);
        }
    }
}
