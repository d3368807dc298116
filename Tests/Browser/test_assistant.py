"""An assistant asks and orders by the Model Context Protocol, with the protocol's own client."""
import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from mcp import ClientSession, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client

from household import BINARIES

pytestmark = pytest.mark.requirement("X-13")


@asynccontextmanager
async def assistant(home, *options):
    program = StdioServerParameters(
        command=str(BINARIES / "trellis"), args=["mcp", *options], env=home.environment
    )
    async with stdio_client(program) as (answers, calls):
        async with ClientSession(answers, calls) as session:
            yield session, await session.initialize()


async def texts(session, name, **fields):
    answer = await session.call_tool(name, fields)
    return answer.is_error, answer.content[0].text


def test_an_assistant_reads_and_changes_nothing_by_default(household):
    home = household("streaks")
    home.cli("add", "Read")
    home.cli("check", "Read")

    async def talk():
        async with assistant(home) as (session, welcome):
            assert welcome.server_info.name == "trellis"
            assert "Streaks" in welcome.instructions
            tools = (await session.list_tools()).tools
            assert all(tool.annotations.read_only_hint for tool in tools)
            assert "tracking_set-check" not in [tool.name for tool in tools]
            failed, text = await texts(session, "tracking_all-habits", includesArchived=False)
            assert not failed
            assert [habit["details"]["title"] for habit in json.loads(text)] == ["Read"]
            # Another program writes meanwhile.
            home.cli("add", "Run")
            _, text = await texts(session, "tracking_all-habits", includesArchived=False)
            assert len(json.loads(text)) == 2
            with pytest.raises(MCPError, match="--allow-changes"):
                await session.call_tool("tracking_set-check", {})

    asyncio.run(talk())
    assert len(home.cli("list")["items"]) == 2


def test_with_leave_it_changes_and_a_deletion_needs_a_confirmation(household):
    home = household("streaks")
    home.cli("add", "Read")
    habit = home.cli("list")["items"][0]["id"]

    async def talk():
        async with assistant(home, "--allow-changes") as (session, _):
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            assert tools["tracking_delete-habit"].annotations.destructive_hint
            # What can be taken back is no loss, and taking an import back erases what it brought.
            join = tools["tracking_join-habits"]
            assert not join.annotations.destructive_hint and "for good" not in join.description
            assert tools["tracking_undo-import"].annotations.destructive_hint
            assert not tools["tracking_set-check"].annotations.read_only_hint
            failed, text = await texts(
                session, "tracking_set-check", habit=habit, mark="done"
            )
            assert not failed, text
            failed, text = await texts(session, "tracking_set-check", habit="nonsense")
            assert failed and "habit" in text
            failed, _ = await texts(session, "tracking_delete-habit", habit=habit)
            assert failed
            assert len(home.cli("list")["items"]) == 1
            failed, text = await texts(session, "tracking_delete-habit", habit=habit, confirmed=True)
            assert not failed, text

    asyncio.run(talk())
    assert home.cli("list")["items"] == []


def test_every_tool_has_a_schema_of_its_own_in_every_product(household):
    async def look(home):
        async with assistant(home, "--allow-changes") as (session, _):
            for tool in (await session.list_tools()).tools:
                assert tool.description and tool.input_schema["type"] == "object"
                words = json.dumps(tool.input_schema)
                assert "components/schemas" not in words
                known = tool.input_schema.get("$defs", {})
                for part in words.split("#/$defs/")[1:]:
                    assert part.split('"')[0] in known, tool.name

    for product in ["hobbyist", "beebloom", "sober", "streaks"]:
        asyncio.run(look(household(product)))
