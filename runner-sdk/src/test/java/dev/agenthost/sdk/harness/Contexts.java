package dev.agenthost.sdk.harness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;

/** Makes contexts of runs in the form that a host sends. */
public final class Contexts {
    private Contexts() {}

    /** Makes a context with every permission, and a configuration that contains a secret. */
    public static ObjectNode rich() {
        return json("{'run_id':'r1','trigger':{'type':'message.received','source':'api'},"
                + "'event':{'event_id':'e1','event_type':'message.received','source':'api'},"
                + "'conversation':{'workspace_id':'w','bot_id':'b','conversation_id':'c','thread_id':null},"
                + "'actor':{'actor_type':'user','actor_id':'u1','actor_name':'Ada'},"
                + "'subject':{'subject_type':'message','subject_id':'m1'},"
                + "'input':{'text':'hello','contents':[{'type':'image_base64','image_base64':'AAAA'}],"
                + "'attachments':[{'artifact_id':'a1','name':'x.png','mime_type':'image/png','content':'BBBB'}]},"
                + "'delivery':{'surface':'api','supports_streaming':true},"
                + "'resources':{'tools':[{'tool_name':'add','description':'Adds','operations':['detail','call']},"
                + "{'tool_name':'look','operations':['detail']}],"
                + "'knowledge_bases':[{'kb_id':'kb1','kb_name':'Manual','operations':['list','retrieve']}],"
                + "'skills':[{'skill_name':'brew','display_name':'Brew','description':'Makes tea'}]},"
                + "'context':{'conversation_id':'c','has_history_before':true,'inline_policy':{'mode':'current_event'},"
                + "'available_apis':{'history_page':true,'history_search':true,'artifact_metadata':true,"
                + "'artifact_read':true,'state':true,'run_get':true}},"
                + "'state':{'conversation':{'external.session_id':'s1','external.working_directory':'d1'}},"
                + "'runtime':{'metadata':{'session_key':'w/b/bind/runner/c/'}},"
                + "'config':{'api_key':'sk-secret'},'adapter':{'extra':{'params':{'token':'t-secret'}}}}");
    }

    public static AgentRunContext context(ObjectNode tree) {
        try {
            return ProtocolCodec.decode(tree, AgentRunContext.class);
        } catch (UndecodableException e) {
            throw new AssertionError(tree.toString(), e);
        }
    }

    public static ObjectNode json(String text) {
        try {
            return (ObjectNode) ProtocolCodec.mapper().readTree(text.replace('\'', '"'));
        } catch (java.io.IOException e) {
            throw new AssertionError(text, e);
        }
    }
}
