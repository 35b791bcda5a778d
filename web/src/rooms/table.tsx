// Everything that an online room adds to the game's table, in one file to fetch.
import "./table.css";

export { OnlineActs, OnlineTabs } from "./actions";
export { attachOnline } from "./effects";
export { Again, Requests } from "./Requests";
export { Side } from "./Side";
export { Waiting } from "./Waiting";
