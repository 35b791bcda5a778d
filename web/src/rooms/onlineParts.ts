// Everything that an online room adds to the game's table, in one file to fetch.
import "./online.css";

export { attachOnline } from "./effects";
export { OnlineActs, OnlineTabs } from "./OnlineActions";
export { Side } from "./OnlineSide";
export { Again, Requests } from "./Requests";
export { Waiting } from "./WaitingRoom";
